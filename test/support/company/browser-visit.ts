/** Simulates the parts of a browser that a sign-in needs: it follows redirects and keeps the cookies of each host. */
export function createVisitor(language = 'en') {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    return jars.get(host) ?? jars.set(host, new Map()).get(host) ?? new Map<string, string>();
  };
  async function get(url: string): Promise<Response> {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'Accept-Language': language, ...(cookie && { Cookie: cookie }) };
    const response = await fetch(url, { redirect: 'manual', headers });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', ...value] = pair.split('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
      else jar.set(name, value.join('='));
    }
    return response;
  }
  return {
    get,
    cookies: (url: string) => jarOf(url),
    /** Follows redirects until a page, or until one leads to a URL that `stopAt` accepts. Also returns the URLs. */
    async follow(start: string, stopAt: (url: string) => boolean = () => false) {
      const urls = [start];
      for (let url = start; urls.length < 20; ) {
        if (stopAt(url)) return { urls, url, response: null };
        const response = await get(url);
        const to = response.headers.get('location');
        if (to === null) return { urls, url, response };
        url = new URL(to, url).href;
        urls.push(url);
      }
      throw new Error(`Too many redirects: ${urls.join(' ')}`);
    },
  };
}
export type Visitor = ReturnType<typeof createVisitor>;
