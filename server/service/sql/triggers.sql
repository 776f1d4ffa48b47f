create or replace trigger complaints_go_forward before update on complaints
  for each row execute function service_goes_forward();

create or replace trigger contact_requests_go_forward before update on contact_requests
  for each row execute function service_goes_forward();
