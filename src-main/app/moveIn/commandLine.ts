/** Takes the definition of a chain from the arguments of a running daemon. */

const DEFINING = /^--?((?:ac_[a-z_]+|regtest|nuparams|earlytxid)(?:=[\s\S]*)?)$/
const PEER = /^--?(?:addnode|seednode|connect)=([\s\S]+)$/
/** Options whose values let their reader spend or log in. */
const SECRET = /^(--?[a-z]*(?:pass|auth|phrase|privkey|wif|secret)[a-z]*)=[\s\S]*$/i

/** Text shown instead of a secret. */
export const HIDDEN_VALUE = '…'

export interface ShownDefinition {
  /** options that define the chain, in the form `-name=value` */
  readonly options: readonly string[]
  readonly peers: readonly string[]
}

/** @returns undefined if the arguments name no chain */
export function readDefinition(argv: readonly string[]): ShownDefinition | undefined {
  const options = argv.flatMap((word) => {
    const match = DEFINING.exec(word)
    return match === null ? [] : [`-${match[1]}`]
  })
  if (!options.some((word) => word.startsWith('-ac_'))) return undefined
  return { options, peers: argv.flatMap((word) => PEER.exec(word)?.[1] ?? []) }
}

/** Returns the command line as one text without the values of secrets. */
export function formatCommandLine(argv: readonly string[]): string {
  return argv
    .map((word) => word.replace(SECRET, `$1=${HIDDEN_VALUE}`))
    .map((word) => (/[\s"']/.test(word) ? `"${word.replaceAll('"', "'")}"` : word))
    .join(' ')
}
