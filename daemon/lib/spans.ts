import {
  type Attributes,
  context,
  ProxyTracerProvider,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

// OpenTelemetry spans. They exist only if an OpenTelemetry SDK was loaded before the daemon (docs/tracing.md);
// otherwise the work runs without them. The names of the attributes are from
// https://opentelemetry.io/docs/specs/semconv/.

const NAME = 'redeemd';

/** Returns whether an OpenTelemetry SDK receives the spans. */
function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined;
}

interface SpanOptions {
  name: string;
  kind?: 'server' | 'client' | 'internal';
  attributes?: Attributes;
  /** The `traceparent` of another service or of an earlier request, which the span continues; null if there is none. */
  traceparent?: string | null;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Runs the work in a span. An error marks the span as failed, without the error's message, which may contain values.
 * @param describe called only if there is a span
 * @param work gets null if there is no span
 */
export function inSpan<T>(describe: () => SpanOptions, work: (span: Span | null) => Promise<T>): Promise<T> {
  if (!isTracing()) return work(null);
  const { name, kind = 'internal', attributes = {}, traceparent } = describe();
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : context.active();
  return trace.getTracer(NAME).startActiveSpan(name, { kind: KINDS[kind], attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Runs the work in a span only if there is a parent span, because spans of the daemon's polling would fill any trace
 * store.
 */
export const inChildSpan: typeof inSpan = (describe, work) =>
  isTracing() && trace.getActiveSpan() ? inSpan(describe, work) : work(null);

/** Returns the `traceparent` with which another service continues the span. */
export function traceparentOfSpan(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
