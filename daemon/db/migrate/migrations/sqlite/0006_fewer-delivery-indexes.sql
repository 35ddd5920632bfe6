DROP INDEX `deliveries_due`;--> statement-breakpoint
DROP INDEX `deliveries_order`;--> statement-breakpoint
CREATE INDEX `deliveries_order` ON `deliveries` (`webhook_id`,`order_key`,`delivery_id`) WHERE status = 'pending' and order_key is not null;