/** Returns a failure of the server or of the connection as one line, without the URL and its password. */
export function explainFailure(error: unknown, url: string): string {
  const failure = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const text = failure instanceof Error ? failure.message || failure.name : String(failure)
  return findSecrets(url)
    .reduce((line, secret) => line.replaceAll(secret, '…'), text)
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_LENGTH)
}

const MAX_LENGTH = 300

function findSecrets(url: string): string[] {
  const { protocol, username, password, searchParams } = new URL(url)
  // A user without a password is a NATS token.
  const token = protocol === 'nats:' && password === '' ? username : ''
  const written = [password, token]
  const given = [url, ...written, ...written.map(decodeURIComponent), searchParams.get('password') ?? '']
  return given.filter((secret) => secret !== '').sort((a, b) => b.length - a.length)
}
