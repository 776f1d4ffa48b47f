create or replace function tax_documents_follow() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct establishment, month, kind from new_documents) as n join tax_series s using (establishment, month, kind)
    where s.last <> (select count(*) from tax_documents d where (d.establishment, d.month, d.kind) = (s.establishment, s.month, s.kind))
      or s.last <> (select max(number) from tax_documents d where (d.establishment, d.month, d.kind) = (s.establishment, s.month, s.kind))
  ) then
    raise exception 'numbers of tax documents follow each other' using errcode = 'check_violation';
  end if;
  return null;
end $$;
