-- What a published version compiles to, once for each edition of the compiler. The version stays what it is; a newer
-- compiler writes its own module beside the older one, under an address of its own.
create table definition_modules (
  -- The version: hash of its definition.
  hash text not null,
  -- The compiler: hash of everything that decides what it writes.
  edition text not null check (edition ~ '^[0-9a-f]{12}$'),
  flow text not null,
  module text not null,
  made_at timestamptz not null,
  primary key (hash, edition)
);

-- Modules from before editions were told apart.
insert into definition_modules (hash, edition, flow, module, made_at)
select distinct on (hash) hash, '000000000000', flow, module, published_at
from definition_versions where state = 'published' order by hash, published_at;

alter table definition_versions drop column module;
alter table definition_versions add constraint definition_versions_have_a_hash
  check (state not in ('approved', 'published') or hash is not null);

create function definition_modules_stay() returns trigger language plpgsql as $$
begin
  raise exception 'definition_modules: the bytes behind an address never change' using errcode = 'restrict_violation';
end $$;
create trigger definition_modules_row before update or delete on definition_modules
  for each row execute function definition_modules_stay();
create trigger definition_modules_all before truncate on definition_modules
  for each statement execute function definition_modules_stay();
