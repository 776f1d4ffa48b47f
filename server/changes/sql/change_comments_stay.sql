create or replace function change_comments_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was said about a change stays' using errcode = 'check_violation';
end $$;
