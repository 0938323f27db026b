type Request = { accountNumber: string; baseUrl: string; country: string; currency: string };

/** The first payment request of a merchant, in four languages. It needs no library. */
export function firstRequestSamples({ accountNumber, baseUrl, country, currency }: Request) {
  const url = `${baseUrl}/plugins/payments/request`;
  const fields = {
    account_number: accountNumber,
    environment: "sandbox",
    country_code: country,
    currency,
    total: currency === "JMD" || currency === "GYD" ? "500.00" : "10.00",
    fee_structure: "customer_pay",
    method: "credit_card_co",
    order_id: "order-1",
    origin: "my-shop",
    email: "customer@example.com",
    response_url: `${baseUrl}/response`,
  };
  return [
    { language: "Shell", file: null, code: curlOf(url, fields) },
    { language: "JavaScript", file: null, code: javascriptOf(url, fields) },
    { language: "PHP", file: null, code: phpOf(url, fields) },
    { language: "Python", file: null, code: pythonOf(url, fields) },
  ];
}

type Fields = Readonly<Record<string, string>>;

function curlOf(url: string, fields: Fields): string {
  const [account, environment, country, currency, total, fee, method, order, origin, email, response] = Object.entries(
    fields,
  ).map(([name, value]) => `-d ${name}=${value}`);
  return [
    `curl ${url} \\`,
    `  -H "Accept: application/json" \\`,
    `  ${account} ${environment} \\`,
    `  ${country} ${currency} ${total} \\`,
    `  ${fee} ${method} \\`,
    `  ${order} ${origin} \\`,
    `  ${email} \\`,
    `  ${response}`,
  ].join("\n");
}

const linesOf = (fields: Fields, line: (name: string, value: string) => string): string =>
  Object.entries(fields)
    .map(([name, value]) => line(name, value))
    .join("\n");

const javascriptOf = (url: string, fields: Fields): string => `const response = await fetch("${url}", {
  method: "POST",
  headers: { accept: "application/json", "content-type": "application/json" },
  body: JSON.stringify({
${linesOf(fields, (name, value) => `    ${name}: "${value}",`)}
  }),
});
console.log((await response.json()).url);`;

const phpOf = (url: string, fields: Fields): string => `<?php
$curl = curl_init("${url}");
curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
curl_setopt($curl, CURLOPT_HTTPHEADER, ["Accept: application/json"]);
curl_setopt($curl, CURLOPT_POSTFIELDS, http_build_query([
${linesOf(fields, (name, value) => `    "${name}" => "${value}",`)}
]));
echo json_decode(curl_exec($curl))->url;`;

const pythonOf = (url: string, fields: Fields): string => `import json
import urllib.request

fields = {
${linesOf(fields, (name, value) => `    "${name}": "${value}",`)}
}
request = urllib.request.Request(
    "${url}",
    data=json.dumps(fields).encode(),
    headers={"Accept": "application/json", "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request))["url"])`;
