comment on table payments is 'Money that came in; the room payments owns it since it has a room of its own.';
