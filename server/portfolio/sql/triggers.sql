create or replace trigger account_documents_stay before update or delete or truncate on account_documents
  for each statement execute function never_removed();

create or replace trigger client_summaries_stay before update or delete or truncate on client_summaries
  for each statement execute function never_removed();

create or replace trigger e_stamps_stay before update or delete or truncate on e_stamps
  for each statement execute function never_removed();
