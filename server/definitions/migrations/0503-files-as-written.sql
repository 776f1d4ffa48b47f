-- The order of a schema's fields is the order of a form's fields, and part of what a version is: jsonb forgets it.
alter table definition_versions alter column files type json using files::json;
