-- Whether a sale of everything is open is asked at each sell: whoever has ten thousand old orders does not wait for it.
create index orders_selling_all on orders (person_id, strategy) where sell_all and status in ('WAITING', 'APPROVED');
