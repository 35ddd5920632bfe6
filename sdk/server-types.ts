// Made by build/sdk-types.mjs from the contract of the API; do not edit.

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
   * The player’s attributes, for the conditions of the code: at most 32 fields and 4 KiB. They are not stored.
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
   * The player’s attributes, for the conditions of the code: at most 32 fields and 4 KiB. They are not stored.
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
   * when support released the redemption, so that it no longer counts
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
     * Present if the redemption has a key from a key pool. Get its value with GET /v1/redemption-codes/redemptions/{redemption_id}.
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
export type WebhookMessage =
  | CodeCreatedMessage
  | RedemptionSucceededMessage
  | KeyPoolLowMessage
  | CreatorCodeSubmittedMessage
  | CreatorCodeApprovedMessage
  | CreatorCodeRejectedMessage
  | CreatorDailyResultMessage
  | PayoutPreparedMessage
  | PayoutApprovedMessage
  | PayoutVoidedMessage
  | CampaignEndedMessage;

/** Why the daemon refused a request. */
export type RefusalCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'referral_base_not_redeemable'
  | 'code_inactive'
  | 'campaign_not_started'
  | 'campaign_ended'
  | 'campaign_paused'
  | 'code_not_started'
  | 'code_expired'
  | 'creator_suspended'
  | 'self_referral'
  | 'not_the_recipient'
  | 'conditions_not_met'
  | 'limit_reached'
  | 'key_pool_empty'
  | 'unauthorized'
  | 'forbidden'
  | 'code_not_found'
  | 'already_redeemed'
  | 'idempotency_mismatch'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'too_many_guesses'
  | 'internal_error'
  | 'unavailable'
  | 'not_found'
  | 'mixed_events'
  | 'invalid_amount'
  | 'no_exchange_rate'
  | 'currency_required'
  | 'refund_currency_mismatch'
  | 'refund_of_required'
  | 'amount_out_of_range'
  | 'refund_mismatch'
  | 'refund_exceeds_payment'
  | 'wrong_game'
  | 'transaction_conflict'
  | 'duplicate_request'
  | 'invalid_creator_id'
  | 'not_a_referral_code'
  | 'invalid_code'
  | 'creator_code_exists'
  | 'code_taken'
  | 'invalid_status_move';

/** The fields that some refusals have in addition to those of every refusal. */
export interface RefusalFields {
  conditions_not_met: {
    /** the attribute of the first condition that failed. */
    attribute: string;
  };
  already_redeemed: {
    /** the ID of the earlier redemption. */
    redemption_id: string;
  };
}
