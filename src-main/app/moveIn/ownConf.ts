/**
 * Text of two conf files: that of this program with the taken lines between two marks, and the one in the old folder that
 * points to this program. Pure.
 */

const BEGIN = '# begin: taken over from'
const END = '# end: taken over'

/** Removes the block that an earlier call added. */
export function withoutTakenLines(text: string): string {
  const kept: string[] = []
  let inside = false
  for (const line of text.split('\n')) {
    if (line.startsWith(BEGIN)) inside = true
    else if (inside && line === END) inside = false
    else if (!inside) kept.push(line)
  }
  return kept.join('\n')
}

/** Removes only the old user's lines from the block. */
export function withoutOldUser(text: string): string {
  let inside = false
  return text
    .split('\n')
    .filter((line) => {
      if (line.startsWith(BEGIN)) inside = true
      else if (line === END) inside = false
      return !(inside && /^rpc(auth|local)=/.test(line))
    })
    .join('\n')
}

/**
 * Replaces the block of taken lines. It stands first, because of single options the first line counts. A path cannot end
 * the comment.
 */
export function withTakenLines(text: string, folder: string, lines: readonly string[]): string {
  const rest = withoutTakenLines(text)
  if (lines.length === 0) return rest
  return [`${BEGIN} ${oneLine(folder)}`, ...lines, END, rest].join('\n')
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

export interface PointingConf {
  readonly user: string
  readonly password: string
  readonly rpcPort: number
  /** absolute path of the chain's folder of this program */
  readonly directory: string
  /** name of the former file, which stays in the same folder */
  readonly kept: string
}

/** Returns the conf file for the old folder: other programs find user, password and port there. */
export function pointingConfText({ user, password, rpcPort, directory, kept }: PointingConf): string {
  return [
    '# Written by Chainwright: this chain now runs there.',
    `# Its folder: ${oneLine(directory)}`,
    `# The former conf file: ${kept}`,
    '# A start of komodod with this file would use the same ports and the same keys.',
    `rpcuser=${user}`,
    `rpcpassword=${password}`,
    'rpcconnect=127.0.0.1',
    `rpcport=${rpcPort}`,
    'server=1',
    '',
  ].join('\n')
}
