-- Every account is marked as a test by two administrators: what is bought after the mark stays out of figures as well.
-- Earlier marks of one alone stay as they are.
alter table test_marks
  add constraint test_marks_by_two check (not marked or proposed_by is not null) not valid;
