ALTER TABLE "creators" ADD COLUMN "tax_form_status" text;--> statement-breakpoint
ALTER TABLE "creators" ADD COLUMN "tax_form_expires_at" bigint;