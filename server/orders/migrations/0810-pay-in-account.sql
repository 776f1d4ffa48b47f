-- Where clients pay: the clients' account with its holder's name, as a banking application shows it. The first by position is told.
create table pay_in_accounts (
  position smallint primary key,
  -- The bank and the holder as the bank writes them, in one language or both.
  bank text not null check (bank <> ''),
  holder text not null check (holder <> ''),
  number text not null check (number <> ''),
  -- Nobody is told to pay into a demonstration account in runtime.
  demo boolean not null default false
);
insert into pay_in_accounts values
  (1, 'ธนาคารสาธิต / Demonstration Bank', 'บลจ. สะพาน เพื่อลูกค้า / Saphan Asset Management for Clients', '000-0-00000-0', true);
