create or replace trigger legal_documents_all before truncate on legal_documents
  for each statement execute function legal_documents_are_kept();

create or replace trigger legal_documents_row before update or delete on legal_documents
  for each row execute function legal_documents_are_kept();
