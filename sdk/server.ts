import { fault } from './fault.ts';
import { EventsBaseURL } from './hosts.ts';
import { uuidV4 } from './ids.ts';
import { type CallOptions, createRequests, type Refusal, type RetryOptions } from './server-request.ts';
import type {
  AnalyticsResponse,
  CreateCreatorCodeRequest,
  CreateCreatorEmbedTokenResponse,
  CreateCreatorLinkResponse,
  CreatorCode,
  DecideCreatorCodeRequest,
  GameEventRequest,
  GameEventResponse,
  GetRedemptionResponse,
  ListCreatorCodesResponse,
  RedeemRequest,
  RedeemResponse,
  ReportRedemptionRequest,
  ReportRedemptionResponse,
  ValidateRequest,
  ValidateResponse,
} from './server-types.ts';

export { EventsBaseURL } from './hosts.ts';
export {
  type CallOptions,
  type FieldFault,
  isRefusal,
  NoResponse,
  Refusal,
  type RetryOptions,
} from './server-request.ts';
export type * from './server-types.ts';
export { InvalidWebhook, verifyWebhook, type WebhookHeaders } from './server-webhooks.ts';

const CREATOR_CODES = '/v1/redemption-codes/creator';
const USE = '/v1/redemption-codes/use';

/**
 * The operations for a game's server. Each call repeats its request until the daemon has handled it, for at most
 * `patienceMs`, and its effect counts once. It rejects with a `Refusal`, or with `NoResponse` if the outcome is
 * unknown. Connections stay open between calls.
 */
export class GameServer {
  readonly #request: ReturnType<typeof createRequests>;

  /**
   * @param api_key a server key (`sk_…`) with the scopes of the operations that you call
   * @param baseURL the daemon: `EventsBaseURL.EVENTS_DEV` or `EventsBaseURL.EVENTS_PROD`
   * @throws TypeError if the key's format or the baseURL is invalid
   */
  constructor(api_key: string, baseURL: EventsBaseURL, options: RetryOptions = {}) {
    if (!/^sk_[0-9A-Za-z]{43}$/.test(api_key)) throw fault('a server key begins with sk_');
    if (baseURL !== EventsBaseURL.EVENTS_DEV && baseURL !== EventsBaseURL.EVENTS_PROD)
      throw fault('baseURL must be EventsBaseURL.EVENTS_DEV or EVENTS_PROD');
    this.#request = createRequests(baseURL, api_key, options);
  }

  /**
   * Redeems a code for a player. Grant the rewards once per `redemption_id`: a repeated call returns them again.
   * @param options `idempotencyKey` is your own key for the redemption, such as the ID of the player's click. Within 24
   *   hours, a call with the same key returns the first response. By default each call has its own key.
   * @throws Refusal such as `code_not_found`, `already_redeemed`, `limit_reached` or `campaign_ended`
   */
  redeem(body: RedeemRequest, options: CallOptions & { idempotencyKey?: string } = {}): Promise<RedeemResponse> {
    const headers = { 'Idempotency-Key': options.idempotencyKey ?? uuidV4() };
    return this.#request({ method: 'POST', path: `${USE}/redeem`, body, headers }, options);
  }

  /**
   * Checks whether a player can redeem a code now, and changes nothing.
   * @throws Refusal for the same reasons as `redeem`
   */
  validate(body: ValidateRequest, options?: CallOptions): Promise<ValidateResponse> {
    return this.#request({ method: 'POST', path: `${USE}/validate`, body }, options);
  }

  /**
   * Reports whether the rewards of a redemption were granted; the last report counts.
   * @throws Refusal `not_found` if there is no such redemption
   */
  report(body: ReportRedemptionRequest, options?: CallOptions): Promise<ReportRedemptionResponse> {
    return this.#request({ method: 'POST', path: `${USE}/report`, body }, options);
  }

  /**
   * Returns a redemption, with its pool key and the current rewards of its code.
   * @throws Refusal `not_found` if there is no such redemption
   */
  getRedemption(redemption_id: string, options?: CallOptions): Promise<GetRedemptionResponse> {
    return this.#request({ method: 'GET', path: `/v1/redemption-codes/redemptions/${part(redemption_id)}` }, options);
  }

  /**
   * Reports SDK events, or 1-1,000 payments, of which the daemon stores all or none. Amounts are in major units, such
   * as 19.90; refunds are negative. Give payments a `transaction_id`, so that each counts only once,
   * even in repeated calls.
   * @param body `id` identifies the request: a second call with the same ID and events is not counted again.
   *   By default, each call has its own ID.
   * @throws Refusal such as `transaction_conflict`, `wrong_game` or `no_exchange_rate`
   */
  sendEvents(body: GameEventRequest, options?: CallOptions): Promise<GameEventResponse> {
    const identified = { id: uuidV4(), ...body };
    return this.#request({ method: 'POST', path: '/v1/game/game-event', body: identified }, options);
  }

  /**
   * Creates a creator code from a referral code.
   * @throws Refusal such as `creator_code_exists`, `code_taken` or `not_a_referral_code`
   */
  createCreatorCode(body: CreateCreatorCodeRequest, options?: CallOptions): Promise<CreatorCode> {
    // An earlier attempt may have created the code.
    const find = async ({ code }: Refusal) => {
      if (code !== 'creator_code_exists') return null;
      const isIt = (one: CreatorCode) =>
        one.status !== 'rejected' &&
        isSame(one.redemption_code, body.redemption_code) &&
        (body.code === undefined || isSame(one.code, body.code));
      for (let page = 1; ; page += 1) {
        const { data } = await this.listCreatorCodes({ creator_id: body.creator_id, page, page_size: 100 }, options);
        const found = data.find(isIt);
        if (found || data.length === 0) return found ?? null;
      }
    };
    return this.#request({ method: 'POST', path: CREATOR_CODES, body }, options, find);
  }

  /** Lists a creator's codes, newest first. Pages start at 1 and contain 25 codes, or up to 100 with `page_size`. */
  listCreatorCodes(
    query: { creator_id: string; page?: number; page_size?: number },
    options?: CallOptions,
  ): Promise<ListCreatorCodesResponse> {
    return this.#request({ method: 'GET', path: CREATOR_CODES, query }, options);
  }

  /** @throws Refusal `not_found` if there is no such creator code */
  getCreatorCode(code_id: number, options?: CallOptions): Promise<CreatorCode> {
    return this.#request({ method: 'GET', path: `${CREATOR_CODES}/${part(code_id)}` }, options);
  }

  /**
   * Approves or rejects a pending creator code.
   * @throws Refusal `invalid_status_move` if it has already been decided
   */
  decideCreatorCode(code_id: number, body: DecideCreatorCodeRequest, options?: CallOptions): Promise<CreatorCode> {
    // An earlier attempt may have made this decision.
    const find = async ({ code }: Refusal) => {
      if (code !== 'invalid_status_move') return null;
      const found = await this.getCreatorCode(code_id, options);
      return found.status === (body.decision === 'approve' ? 'approved' : 'rejected') ? found : null;
    };
    const path = `${CREATOR_CODES}/${part(code_id)}/decision`;
    return this.#request({ method: 'POST', path, body }, options, find);
  }

  /** Creates a link that opens a creator's own page once, within 15 minutes. Send it only to this creator. */
  createCreatorLink(creator_id: string, options?: CallOptions): Promise<CreateCreatorLinkResponse> {
    return this.#request({ method: 'POST', path: `/v1/creators/${part(creator_id)}/link` }, options);
  }

  /** Creates a token, valid for an hour, that shows the creator's page in a frame on your own page. */
  createEmbedToken(creator_id: string, options?: CallOptions): Promise<CreateCreatorEmbedTokenResponse> {
    return this.#request({ method: 'POST', path: `/v1/creators/${part(creator_id)}/embed-token` }, options);
  }

  /**
   * Returns claims, revenue, tier and expected payout by code. The main codes belong to the live-operations manager,
   * whose `creator_id` is "0".
   */
  analytics(
    query: { creator_id: string; campaign_id?: number; page?: number; page_size?: number },
    options?: CallOptions,
  ): Promise<AnalyticsResponse> {
    return this.#request({ method: 'GET', path: '/v1/redemption-codes/analytics', query }, options);
  }
}

/** The daemon compares codes in the same way. */
const isSame = (code: string, other: string) => normal(code) === normal(other);
const normal = (code: string) =>
  code
    .trim()
    .normalize('NFKC')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const part = (value: string | number) => encodeURIComponent(String(value));
