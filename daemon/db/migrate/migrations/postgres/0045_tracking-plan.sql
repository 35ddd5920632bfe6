CREATE TABLE "tracking_plans" (
	"game_id" text PRIMARY KEY NOT NULL,
	"plan_json" text NOT NULL,
	"updated_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_violations" (
	"day" bigint NOT NULL,
	"game_id" text NOT NULL,
	"event_type" text NOT NULL,
	"event_sub_type" text NOT NULL,
	"field" text NOT NULL,
	"fault" text NOT NULL,
	"slot" integer NOT NULL,
	"events" bigint NOT NULL,
	"last_event_id" text NOT NULL,
	"last_at" bigint NOT NULL,
	CONSTRAINT "plan_violations_pk" PRIMARY KEY("day","game_id","event_type","event_sub_type","field","fault","slot")
);
