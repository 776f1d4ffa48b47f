-- What colleagues write for the public pages: one of operations hands it in, another person of compliance publishes or refuses it, once.
-- What came with the program lies in files; of an item that was published here, the newest version counts.
create table content_versions (
  id uuid primary key,
  type text not null check (type in ('home', 'page', 'article', 'testimonial', 'news', 'activity', 'coffee', 'member', 'faq',
    'disclosure', 'regulator', 'banner', 'offering', 'announcement')),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  -- Each language as it was written, judged before; nothing where it was not translated. Both nothing: the item is taken away.
  th json,
  en json,
  state text not null check (state in ('PROPOSED', 'PUBLISHED', 'REFUSED')),
  note text not null check (length(note) between 3 and 1000),
  proposed_by uuid not null references people (id),
  proposed_at timestamptz not null,
  decided_by uuid references people (id),
  decided_at timestamptz,
  decision_note text,
  ordinal bigint generated always as identity,
  check (th is not null or en is null),
  check ((state = 'PROPOSED') = (decided_at is null)),
  check ((state = 'PROPOSED') = (decided_by is null)),
  constraint content_versions_four_eyes check (decided_by <> proposed_by)
);
create unique index content_versions_one_waits on content_versions (type, key) where state = 'PROPOSED';
create index content_versions_published on content_versions (type, key, decided_at) where state = 'PUBLISHED';

create function content_versions_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'PROPOSED' then
      raise exception 'content_versions: what a person writes waits for another one' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state = 'PROPOSED' and new.state <> 'PROPOSED'
     and to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decision_note']
       = to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decision_note'] then
    -- Every server process, and through it every open page, hears of it.
    if new.state = 'PUBLISHED' then perform pg_notify('saphan_page_events', '{"event":"content","data":{}}'); end if;
    return new;
  end if;
  raise exception 'content_versions: a version is decided once and never changed or removed (%)', tg_op
    using errcode = 'restrict_violation';
end $$;
create trigger content_versions_row before insert or update or delete on content_versions
  for each row execute function content_versions_are_kept();
create trigger content_versions_all before truncate on content_versions
  for each statement execute function content_versions_are_kept();

-- Pictures of content, each width under the hash of its bytes; encoded by us, whatever was sent.
create table content_images (
  name text primary key check (name ~ '^[0-9a-f]{32}-[0-9]{1,5}\.webp$'),
  picture text not null check (picture ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null,
  uploaded_by uuid references people (id),
  uploaded_at timestamptz not null
);
create index content_images_of_picture on content_images (picture, width);
