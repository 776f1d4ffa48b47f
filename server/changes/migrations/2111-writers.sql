-- Everybody who wrote any of a change: who began or brought it in, and who saved it since. None of them decides about it.
alter table changes add column writers uuid[] not null default '{}';
update changes set writers = case when author = owner then array[author] else array[author, owner] end;
alter table changes alter column writers drop default, add check (author = any (writers));

-- The signed evidence of a version names them, too: the database takes none of them as who decided.
alter table definition_versions add constraint definition_versions_not_by_its_writers check (
  approved_by is null
  or not coalesce(evidence #> '{proposal,content,writers}', '[]') @> to_jsonb(approved_by::text)
) not valid;
