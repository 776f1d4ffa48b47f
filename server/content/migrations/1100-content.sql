-- Content of the public pages. Operations submit it, and another person of compliance publishes or refuses
-- it, once. The release's content is in files. The newest version published here replaces it.
create table content_versions (
  id uuid primary key,
  type text not null check (type in ('home', 'page', 'article', 'testimonial', 'news', 'activity', 'coffee', 'member', 'faq',
    'disclosure', 'regulator', 'banner', 'offering', 'announcement')),
  key text not null check (key ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  -- The validated item per language; null if not translated. If both are null, the item is removed.
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

-- Pictures of the content. Each width is encoded by this server and named by the hash of its bytes.
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
