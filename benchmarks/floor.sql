\set g random(1, 200)
SELECT t.id, t.user_id, t.name, t.digest, t.created_at, t.last_used_at, u.id, u.password, u.username, u.username_key, u.email, u.email_key, u.email_confirmed_at, u.language, u.timezone, u.kind, u.is_active, u.date_joined FROM accounts_token t JOIN accounts_user u ON t.user_id = u.id WHERE t.digest = 'floor' LIMIT 1;
BEGIN;
SELECT id, state, version, updated_at FROM floor_game WHERE id = :g FOR UPDATE;
UPDATE floor_game SET state = jsonb_build_object('a', repeat('x', 4000), 'turn', version + 1), version = version + 1, updated_at = now() WHERE id = :g;
INSERT INTO floor_move (game_id, number, version, round, seat, type, data, events, timed_out, stand_in, at) VALUES (:g, (SELECT version FROM floor_game WHERE id = :g), 1, 1, 0, 'draw', '{"type": "draw"}', '[{"type": "drawn", "seat": 0, "card": "7C", "stock": 30}]', false, false, now()) RETURNING id;
INSERT INTO floor_outbox (kind, key, address, payload, state, created_at, due_at, attempts, last_error, sent_to) VALUES ('turn', gen_random_uuid()::text, '', '{"turn": 1}', 'sent', now(), now(), 0, '', '') RETURNING id;
COMMIT;
