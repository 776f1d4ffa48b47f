create or replace trigger change_comments_stay before update or delete on change_comments
  for each row execute function change_comments_stay();
