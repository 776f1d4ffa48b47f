-- Names have one form now (engine/values/person-name.ts). By what people were found is written again at start, from their sealed
-- profiles.
delete from identity_finders where kind = 'name';
