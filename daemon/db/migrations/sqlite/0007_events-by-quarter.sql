-- remakes sdk_event_hours
-- Counts of events that are gone stand in slot -1 and stay as they are.
DELETE FROM `sdk_event_hours` WHERE `slot` >= 0;--> statement-breakpoint
INSERT INTO `sdk_event_hours` (game_id, event_type, event_sub_type, hour, slot, events)
SELECT game_id, event_type, event_sub_type, created_at - (created_at % 900000 + 900000) % 900000, 0, count(*)
	FROM `sdk_events` GROUP BY 1, 2, 3, 4;
