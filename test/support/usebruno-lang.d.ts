/** Bruno's parser for its own files, a package without types. */
declare module '@usebruno/lang' {
  interface Part {
    name: string;
    value: string;
    enabled: boolean;
    type?: string;
  }
  /** The content of a request's file, as Bruno parses it. */
  export interface BrunoRequest {
    meta: { name: string };
    http: { method: string; url: string; body: string; auth: string };
    params?: Part[];
    headers?: Part[];
    auth?: { bearer: { token: string } };
    body?: { json: string };
  }
  const lang: {
    bruToJsonV2(text: string): BrunoRequest;
    bruToEnvJsonV2(text: string): { variables: { name: string; value: string; secret: boolean }[] };
  };
  export default lang;
}
