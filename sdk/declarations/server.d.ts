/*! service-sdk 0.4.0 | MIT */
declare const destination: unique symbol;
/** The address to which events are sent: one of the values of the object with the same name. */
type EventsBaseURL = string & {
    readonly [destination]: true;
};
/**
 * The addresses to which events are sent. EVENTS_LOCAL logs events to the console. The package's build sets the
 * addresses of EVENTS_DEV and EVENTS_PROD (`hosts.json`), and a daemon that serves `/sdk.js` sets its own address.
 */
declare const EventsBaseURL: {
    readonly EVENTS_LOCAL: EventsBaseURL;
    readonly EVENTS_DEV: EventsBaseURL;
    readonly EVENTS_PROD: EventsBaseURL;
};
export type AnalyticsResponse = {
    campaign_id: number;
    code: string;
    code_type: 'redeem' | 'referral';
    number_of_claims: number;
    total_revenue: number;
    commission_tier: number;
    expected_payout: number;
}[];
export interface RedeemRequest {
    user_id: string;
    code: string;
    /**
     * What is known about the player, for the conditions of the code: at most 32 fields and 4 KiB. It is not stored.
     */
    attributes?: {
        [k: string]: string | number | boolean;
    };
}
export interface RedeemResponse {
    /**
     * Grant once per redemption_id: the response to a repeated request contains the rewards again.
     */
    redemption_id: string;
    rewards: {
        [k: string]: unknown;
    }[];
    code: string;
    code_type: 'redeem' | 'referral';
    creator_id: string | null;
    linked: boolean;
    key?: {
        /**
         * the name of the key pool
         */
        pool: string;
        /**
         * the key, for this player only
         */
        value: string;
    };
}
export interface ValidateRequest {
    user_id: string;
    code: string;
    /**
     * What is known about the player, for the conditions of the code: at most 32 fields and 4 KiB. It is not stored.
     */
    attributes?: {
        [k: string]: string | number | boolean;
    };
}
export interface ValidateResponse {
    valid: true;
    rewards: {
        [k: string]: unknown;
    }[];
    code: string;
    code_type: 'redeem' | 'referral';
    creator_id: string | null;
    would_link: boolean;
}
export interface ReportRedemptionRequest {
    redemption_id: string;
    status: 'granted' | 'failed';
    detail?: string;
}
export interface ReportRedemptionResponse {
    redemption_id: string;
    status: 'granted' | 'failed';
}
export interface GetRedemptionResponse {
    redemption_id: string;
    rewards: {
        [k: string]: unknown;
    }[];
    code: string;
    code_type: 'redeem' | 'referral';
    creator_id: string | null;
    /**
     * whether this redemption linked the player to the creator
     */
    linked: boolean;
    user_id: string;
    created_at: string;
    /**
     * when support released the redemption, which no longer counts
     */
    released_at: string | null;
    key?: {
        /**
         * the name of the key pool
         */
        pool: string;
        /**
         * the key, for this player only
         */
        value: string;
    };
}
export interface GameEventRequest {
    id?: string;
    sent_at?: string;
    /**
     * @minItems 1
     * @maxItems 1000
     */
    events: (PaymentEvent | SdkEvent)[];
}
export interface PaymentEvent {
    event_type: 'payment';
    created_at: string;
    game_id: string;
    event: {
        user_id: string;
        /**
         * Exact; negative for a refund
         */
        amount: number;
    };
    transaction_id?: string;
    currency?: string;
    refund_of?: string;
}
export interface SdkEvent {
    event_type: string;
    event: {
        event_sub_type: string;
        event_details?: {
            [k: string]: unknown;
        };
    };
    game_id: string;
    created_at: string;
    session_id: string;
    event_id: string;
    anon_id?: string;
    utms?: {
        [k: string]: unknown;
    };
    service_referral_link?: string;
    user_details: {
        user_id: string;
        [k: string]: unknown;
    };
    app_details: {
        [k: string]: unknown;
    };
}
export interface GameEventResponse {
    id: string | null;
    accepted: number;
    duplicates: number;
    rejected: {
        index: number;
        code: string;
        detail: string;
    }[];
}
export interface CreateCreatorCodeRequest {
    creator_id: string;
    redemption_code: string;
    code?: string;
    email?: string;
    display_name?: string;
}
export interface CreatorCode {
    code_id: number;
    creator_id: string;
    redemption_code: string;
    code: string;
    code_url: string;
    code_type: 'referral';
    status: 'pending' | 'approved' | 'rejected' | 'disabled';
    rejection_reason: string | null;
    number_of_claims: number;
    usage_limit: number | null;
    campaign_id: number;
    created_at: string;
}
export interface ListCreatorCodesResponse {
    data: CreatorCode[];
    page: number;
    page_size: number;
    total: number;
}
export interface DecideCreatorCodeRequest {
    decision: 'approve' | 'reject';
    reason?: string;
}
export interface CreateCreatorLinkResponse {
    url: string;
    expires_at: string;
}
export interface CreateCreatorEmbedTokenResponse {
    token: string;
    url: string;
    expires_at: string;
}
export interface CodeCreatedMessage {
    type: 'code.created';
    timestamp: string;
    data: {
        campaign_id: number;
        code_type: 'redeem' | 'referral';
        codes: {
            code_id: number;
            code: string;
            code_url: string;
            name: string;
            usage_limit: number | null;
            creator_usage_limit: number | null;
            active: 'Y' | 'N';
        }[];
        rewards: {
            [k: string]: unknown;
        }[];
    };
}
export interface RedemptionSucceededMessage {
    type: 'redemption.succeeded';
    timestamp: string;
    data: {
        /**
         * The response to the game server already contained these rewards. Grant once per redemption_id, from the response or from this message.
         */
        redemption_id: string;
        user_id: string;
        campaign_id: number;
        code: string;
        code_type: 'redeem' | 'referral';
        creator_id: string | null;
        linked: boolean;
        /**
         * Present if the redemption has a key of a key pool. Get its value with GET /v1/redemption-codes/redemptions/{redemption_id}.
         */
        key?: {
            pool: string;
        };
        /**
         * True if support asks the game to grant the rewards of this redemption again.
         */
        again: boolean;
        rewards: {
            [k: string]: unknown;
        }[];
    };
}
export interface KeyPoolLowMessage {
    type: 'key_pool.low';
    timestamp: string;
    data: {
        pool_id: number;
        name: string;
        keys_left: number;
        low_stock: number;
    };
}
export interface CreatorCodeSubmittedMessage {
    type: 'creator_code.submitted';
    timestamp: string;
    data: {
        code_id: number;
        campaign_id: number;
        creator_id: string;
        redemption_code: string;
        code: string;
        code_url: string;
        status: 'pending' | 'approved' | 'rejected' | 'disabled';
        rejection_reason: string | null;
    };
}
export interface CreatorCodeApprovedMessage {
    type: 'creator_code.approved';
    timestamp: string;
    data: {
        code_id: number;
        campaign_id: number;
        creator_id: string;
        redemption_code: string;
        code: string;
        code_url: string;
        status: 'pending' | 'approved' | 'rejected' | 'disabled';
        rejection_reason: string | null;
    };
}
export interface CreatorCodeRejectedMessage {
    type: 'creator_code.rejected';
    timestamp: string;
    data: {
        code_id: number;
        campaign_id: number;
        creator_id: string;
        redemption_code: string;
        code: string;
        code_url: string;
        status: 'pending' | 'approved' | 'rejected' | 'disabled';
        rejection_reason: string | null;
    };
}
export interface CreatorDailyResultMessage {
    type: 'creator.daily_result';
    timestamp: string;
    data: {
        creator_id: string;
        display_name: string | null;
        date: string;
        time_zone: string;
        day: {
            claims: number;
            payments: number;
            revenue: {
                amount: string;
                currency: string;
            };
        };
        so_far: {
            claims: number;
            payments: number;
            revenue: {
                amount: string;
                currency: string;
            };
            expected_payout: {
                amount: string;
                currency: string;
            };
        };
        campaigns: {
            campaign_id: number;
            name: string;
            ends_at: string;
            day: {
                claims: number;
                payments: number;
                revenue: {
                    amount: string;
                    currency: string;
                };
            };
            so_far: {
                claims: number;
                payments: number;
                revenue: {
                    amount: string;
                    currency: string;
                };
                expected_payout: {
                    amount: string;
                    currency: string;
                };
            };
            commission_tier: number;
            next_tier: {
                percent: number;
                missing_revenue: {
                    amount: string;
                    currency: string;
                };
            } | null;
        }[];
    };
}
export interface PayoutPreparedMessage {
    type: 'payout.prepared';
    timestamp: string;
    data: {
        run_id: number;
        kind: 'monthly' | 'campaign_end' | 'manual';
        campaign_id: number | null;
        period_start: string;
        period_end: string;
        time_zone: string;
        creators: number;
        payable: {
            amount: string;
            currency: string;
        };
        csv_sha256: string;
        csv_url: string;
    };
}
export interface PayoutApprovedMessage {
    type: 'payout.approved';
    timestamp: string;
    data: {
        run_id: number;
        kind: 'monthly' | 'campaign_end' | 'manual';
        campaign_id: number | null;
        period_start: string;
        period_end: string;
        time_zone: string;
        creators: number;
        payable: {
            amount: string;
            currency: string;
        };
        csv_sha256: string;
        csv_url: string;
    };
}
export interface PayoutVoidedMessage {
    type: 'payout.voided';
    timestamp: string;
    data: {
        run_id: number;
        kind: 'monthly' | 'campaign_end' | 'manual';
        campaign_id: number | null;
        period_start: string;
        period_end: string;
        time_zone: string;
        creators: number;
        payable: {
            amount: string;
            currency: string;
        };
        csv_sha256: string;
        csv_url: string;
    };
}
export interface CampaignEndedMessage {
    type: 'campaign.ended';
    timestamp: string;
    data: {
        campaign_id: number;
        name: string;
        games: string[] | null;
        ended_at: string;
    };
}
/** A message to a webhook endpoint. */
export type WebhookMessage = CodeCreatedMessage | RedemptionSucceededMessage | KeyPoolLowMessage | CreatorCodeSubmittedMessage | CreatorCodeApprovedMessage | CreatorCodeRejectedMessage | CreatorDailyResultMessage | PayoutPreparedMessage | PayoutApprovedMessage | PayoutVoidedMessage | CampaignEndedMessage;
/** Why the daemon refused a request. */
export type RefusalCode = 'invalid_request' | 'invalid_json' | 'referral_base_not_redeemable' | 'code_inactive' | 'campaign_not_started' | 'campaign_ended' | 'campaign_paused' | 'code_not_started' | 'code_expired' | 'creator_suspended' | 'self_referral' | 'not_the_recipient' | 'conditions_not_met' | 'limit_reached' | 'key_pool_empty' | 'unauthorized' | 'forbidden' | 'code_not_found' | 'already_redeemed' | 'idempotency_mismatch' | 'body_too_large' | 'unsupported_media_type' | 'too_many_requests' | 'too_many_guesses' | 'internal_error' | 'unavailable' | 'not_found' | 'mixed_events' | 'invalid_amount' | 'no_exchange_rate' | 'currency_required' | 'refund_currency_mismatch' | 'refund_of_required' | 'amount_out_of_range' | 'refund_mismatch' | 'refund_exceeds_payment' | 'wrong_game' | 'transaction_conflict' | 'duplicate_request' | 'invalid_creator_id' | 'not_a_referral_code' | 'invalid_code' | 'creator_code_exists' | 'code_taken' | 'invalid_status_move';
/** The fields that some refusals have in addition to those of every refusal. */
export interface RefusalFields {
    conditions_not_met: {
        /** the attribute of the first condition that failed. */
        attribute: string;
    };
    already_redeemed: {
        /** the claim of the first redemption. */
        redemption_id: string;
    };
}
interface FieldFault {
    /** Where the fault is, as a JSON Pointer, such as `/user_id`. */
    pointer: string;
    /** The kind of fault; stable. */
    code: string;
    detail: string;
}
/** The daemon refused the request. See `isRefusal`. */
declare class Refusal extends Error {
    readonly name = "Refusal";
    /** The HTTP status. */
    readonly status: number;
    /** Why, as a code to branch on. */
    readonly code: RefusalCode;
    /** The ID of the request in the daemon's log. */
    readonly request_id: string;
    /** The faults in the request, if its form is wrong. */
    readonly errors: readonly FieldFault[];
    /** How long to wait before another attempt, in milliseconds; 0 if the daemon did not say. */
    readonly retryAfterMs: number;
}
/** No response came in time, so it is unknown whether the daemon did it. Ask again with the same key or ID. */
declare class NoResponse extends Error {
    readonly name = "NoResponse";
}
/**
 * Returns whether an error is a refusal, or the one with this code.
 *
 * ```ts
 * if (isRefusal(error, 'already_redeemed')) show(error.redemption_id);
 * ```
 */
declare function isRefusal<C extends RefusalCode = RefusalCode>(error: unknown, code?: C): error is Refusal & {
    code: C;
} & (C extends keyof RefusalFields ? RefusalFields[C] : unknown);
interface CallOptions {
    /** Your own ID of the request, for both logs. */
    requestId?: string;
    /** The trace of the request (W3C Trace Context), for the daemon's log and webhooks. */
    traceparent?: string;
    /** Ends the call. It is then unknown whether the daemon did it. */
    signal?: AbortSignal;
}
interface RetryOptions {
    /** How long one attempt may take, in milliseconds. The default is 10,000. */
    timeoutMs?: number;
    /** For how long new attempts begin, in milliseconds. The default is 30,000. */
    patienceMs?: number;
}
interface Wanted {
    method: 'GET' | 'POST';
    path: string;
    query?: object | undefined;
    body?: unknown;
    headers?: Record<string, string>;
}
/** Sends requests with an API key until the daemon has decided them. */
declare function createRequests(url: string, apiKey: string, { timeoutMs, patienceMs }: RetryOptions): <T>(wanted: Wanted, { requestId, traceparent, signal }?: CallOptions, recover?: (refusal: Refusal) => Promise<T | null>) => Promise<T>;
/** A request that does not come from the daemon, or not now. */
declare class InvalidWebhook extends Error {
    readonly name = "InvalidWebhook";
}
interface WebhookHeaders {
    'webhook-id'?: string | string[] | undefined;
    'webhook-timestamp'?: string | string[] | undefined;
    'webhook-signature'?: string | string[] | undefined;
}
/**
 * Checks the signature of a webhook (Standard Webhooks) and returns its message. A message can come more than once, with
 * the same `webhook-id`; answer with a status 2xx once you have stored it.
 *
 * @param body the body as it came, before any parsing
 * @param headers the headers of the request, such as Node's `request.headers` or a `Headers` object
 * @param secret the endpoint's secret (`whsec_…`)
 * @throws InvalidWebhook if a header is missing, the signature is wrong, or the time differs by over five minutes
 * @throws TypeError if the secret is malformed
 */
declare function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders | Headers, secret: string): Promise<WebhookMessage>;
export { EventsBaseURL };
export { type CallOptions, type FieldFault, isRefusal, NoResponse, Refusal, type RetryOptions, };
export { InvalidWebhook, verifyWebhook, type WebhookHeaders };
/**
 * The operations of a game's server. Each call sends its request again until the daemon has decided it, for at most
 * `patienceMs`, and what the daemon did counts once. It rejects with a `Refusal`, or with `NoResponse` if the outcome is
 * unknown. Connections stay open between calls.
 */
export declare class GameServer {
    #private;
    /**
     * @param api_key a server key (`sk_…`) with the scopes of the operations that you call
     * @param baseURL the daemon: `EventsBaseURL.EVENTS_DEV` or `EventsBaseURL.EVENTS_PROD`
     * @throws TypeError if the key's format or the baseURL is invalid
     */
    constructor(api_key: string, baseURL: EventsBaseURL, options?: RetryOptions);
    /**
     * Redeems a code for a player. Grant the rewards once per `redemption_id`: a repeated call returns them again.
     * @param options `idempotencyKey` is your own key of the redemption, such as the ID of the player's click. Within 24
     *   hours, a call with the same key returns the first response. By default each call has its own key.
     * @throws Refusal such as `code_not_found`, `already_redeemed`, `limit_reached` or `campaign_ended`
     */
    redeem(body: RedeemRequest, options?: CallOptions & {
        idempotencyKey?: string;
    }): Promise<RedeemResponse>;
    /**
     * Checks whether a player can redeem a code now, and changes nothing.
     * @throws Refusal as `redeem` would
     */
    validate(body: ValidateRequest, options?: CallOptions): Promise<ValidateResponse>;
    /**
     * Reports whether the rewards of a redemption were granted; the last report counts.
     * @throws Refusal `not_found` if there is no such redemption
     */
    report(body: ReportRedemptionRequest, options?: CallOptions): Promise<ReportRedemptionResponse>;
    /**
     * Returns a redemption again, with its key and the rewards that its code has now.
     * @throws Refusal `not_found` if there is no such redemption
     */
    getRedemption(redemption_id: string, options?: CallOptions): Promise<GetRedemptionResponse>;
    /**
     * Reports 1-1,000 payments, of which the daemon stores all or none, or SDK events. Amounts are in major units, such as
     * 19.90; refunds are negative. Give payments a `transaction_id`, so that each counts once in all your calls.
     * @param body `id` identifies the request: a second call with the same ID and events counts once. By default each call
     *   has its own.
     * @throws Refusal such as `transaction_conflict`, `wrong_game` or `no_exchange_rate`
     */
    sendEvents(body: GameEventRequest, options?: CallOptions): Promise<GameEventResponse>;
    /**
     * Creates a creator code from a referral code.
     * @throws Refusal such as `creator_code_exists`, `code_taken` or `not_a_referral_code`
     */
    createCreatorCode(body: CreateCreatorCodeRequest, options?: CallOptions): Promise<CreatorCode>;
    /** Lists the codes of a creator, newest first. Pages start at 1 and have 25 codes, or up to 100 with `page_size`. */
    listCreatorCodes(query: {
        creator_id: string;
        page?: number;
        page_size?: number;
    }, options?: CallOptions): Promise<ListCreatorCodesResponse>;
    /** @throws Refusal `not_found` if there is no such creator code */
    getCreatorCode(code_id: number, options?: CallOptions): Promise<CreatorCode>;
    /**
     * Approves or rejects a pending creator code.
     * @throws Refusal `invalid_status_move` if it was decided before
     */
    decideCreatorCode(code_id: number, body: DecideCreatorCodeRequest, options?: CallOptions): Promise<CreatorCode>;
    /** Creates a link that opens a creator's own page once, within 15 minutes. Send it only to this creator. */
    createCreatorLink(creator_id: string, options?: CallOptions): Promise<CreateCreatorLinkResponse>;
    /** Creates a token, valid for an hour, for the creator's page in a frame of your own page. */
    createEmbedToken(creator_id: string, options?: CallOptions): Promise<CreateCreatorEmbedTokenResponse>;
    /** Returns claims, revenue, tier and expected payout by code. `creator_id` "0" means the codes of live operations. */
    analytics(query: {
        creator_id: string;
        campaign_id?: number;
        page?: number;
        page_size?: number;
    }, options?: CallOptions): Promise<AnalyticsResponse>;
}
