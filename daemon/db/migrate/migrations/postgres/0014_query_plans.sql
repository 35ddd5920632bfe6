CREATE INDEX "creators_newest" ON "creators" USING btree ("created_at","creator_id");--> statement-breakpoint
CREATE INDEX "creators_name" ON "creators" USING btree ((case when display_name is null then '' else lower(display_name) end),"creator_id");--> statement-breakpoint
CREATE INDEX "codes_creators" ON "codes" USING btree ("created_at","code_id") WHERE kind = 'creator';--> statement-breakpoint
CREATE INDEX "codes_referral" ON "codes" USING btree ("code") WHERE kind = 'referral';--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity_id","entity","audit_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","audit_id");--> statement-breakpoint
CREATE INDEX "audit_log_staff" ON "audit_log" USING btree ("staff_id","audit_id");