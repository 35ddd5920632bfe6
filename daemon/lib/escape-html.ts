const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for the content of an element and for an attribute in quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
