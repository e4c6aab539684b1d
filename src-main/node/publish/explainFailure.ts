/** A failure of the server or on the way to it as one line, in which the address and its password never stand. */
export function explainFailure(error: unknown, url: string): string {
  const failure = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const text = failure instanceof Error ? failure.message || failure.name : String(failure)
  return secretsOf(url)
    .reduce((line, secret) => line.replaceAll(secret, '…'), text)
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST)
}

const LONGEST = 300

function secretsOf(url: string): string[] {
  const { password, searchParams } = new URL(url)
  const given = [url, password, decodeURIComponent(password), searchParams.get('password') ?? '']
  return given.filter((secret) => secret !== '').sort((a, b) => b.length - a.length)
}
