-- Time at which an account was erased. Its e-mail address is then replaced by an unusable one, and no one can
-- log in.
alter table people
  add column erased_at timestamptz,
  add constraint people_erased check (erased_at is null or (
    role is null and email like 'erased-%@erased.invalid' and email_key = email and email_confirmed_at is null
    and true_money_id is null and wallet_address is null and signed_up_in is null));
