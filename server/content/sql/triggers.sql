create or replace trigger content_versions_all before truncate on content_versions
  for each statement execute function content_versions_are_kept();

create or replace trigger content_versions_row before insert or update or delete on content_versions
  for each row execute function content_versions_are_kept();
