/** The rates of a day, per euro. */
export type EcbRates = Record<string, string>;

const dayOf = ([day, rates]: [string, EcbRates]) =>
  `<Cube time='${day}'>${Object.entries(rates)
    .map(([currency, rate]) => `\n\t\t\t<Cube currency='${currency}' rate='${rate}'/>`)
    .join('')}\n\t\t</Cube>`;

/** Returns a file of rates as the European Central Bank publishes it. */
export const ecbFile = (days: Record<string, EcbRates>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		${Object.entries(days).map(dayOf).join('\n\t\t')}
	</Cube>
</gesmes:Envelope>
`;
