/** The unit for several chains, which differs from that for one chain only in the chain's name and options. */

/** Lines of chainwrightd.service and what replaces them; `%i` is the text behind the `@`, the chain's name. */
const REPLACED: readonly (readonly [line: string, replacement: string])[] = [
  ['Description=Smart Chain node (chainwrightd)', 'Description=Smart Chain node of %i (chainwrightd)'],
  [
    '# The chain and its options: /etc/default/chainwrightd',
    '# The options of the chain. Without this file nothing starts: a chain is defined by its options.',
  ],
  ['EnvironmentFile=/etc/default/chainwrightd', 'EnvironmentFile=/etc/default/chainwrightd@%i'],
  [
    'ExecStart=/usr/bin/chainwrightd $CHAINWRIGHTD_OPTIONS',
    'ExecStart=/usr/bin/chainwrightd -ac_name=%i $CHAINWRIGHTD_OPTIONS',
  ],
]

/** Returns `chainwrightd@.service`. @param unit text of chainwrightd.service @throws Error if a line is missing */
export function instanceUnit(unit: string): string {
  return REPLACED.reduce((text, [line, replacement]) => {
    if (!text.includes(`\n${line}\n`)) throw new Error(`chainwrightd.service has no line "${line}"`)
    return text.replace(`\n${line}\n`, () => `\n${replacement}\n`)
  }, unit)
}
