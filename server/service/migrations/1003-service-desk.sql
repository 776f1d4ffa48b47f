-- What customer service makes of a complaint and of a request to be called: acknowledged, then answered, each once and by
-- somebody; a request is done with a note. Nothing goes back, and what was asked stays as it was written.

alter table complaints
  add column acknowledged_at timestamptz,
  add column acknowledged_by uuid references people (id),
  add column answer text,
  add column answered_at timestamptz,
  add column answered_by uuid references people (id),
  add constraint complaints_state check (
    (state = 'open') = (acknowledged_at is null)
    and (acknowledged_at is null) = (acknowledged_by is null)
    and (state = 'answered') = (answered_at is not null)
    and (answered_at is null) = (answered_by is null)
    and (answered_at is null) = (answer is null));

alter table contact_requests
  add column note text,
  add column done_at timestamptz,
  add column done_by uuid references people (id),
  add constraint contact_requests_state check (
    (state = 'done') = (done_at is not null)
    and (done_at is null) = (done_by is null)
    and (done_at is null) = (note is null));

create function service_goes_forward() returns trigger language plpgsql as $$
begin
  if old.state in ('answered', 'done') or (old.state = 'acknowledged' and new.state = 'open') then
    raise exception 'a request of customer service goes forward only (% is %)', old.reference, old.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger complaints_go_forward before update on complaints
  for each row execute function service_goes_forward();
create trigger contact_requests_go_forward before update on contact_requests
  for each row execute function service_goes_forward();
