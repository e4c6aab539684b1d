import { t } from '../i18n/texts.ts'

const NUMBER = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${NUMBER}(?:\\.${NUMBER}){3}$`)
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/
const MAX_HOST_LENGTH = 253

/** Returns what is wrong with a node's address, before it is sent to the node, or undefined if it is valid. */
export function nodeProblem(text: string): string | undefined {
  const node = text.trim()
  if (node === '') return t('parts:node.missing')
  const [, bracketed, afterBracket] = /^\[([^\]]*)\](.*)$/.exec(node) ?? []
  if (bracketed !== undefined) return ipv6Problem(bracketed) ?? portProblem(afterBracket ?? '')
  // An IPv6 address without brackets has several colons and cannot have a port.
  if (node.split(':').length > 2) return ipv6Problem(node)
  const colon = node.indexOf(':')
  return hostProblem(colon < 0 ? node : node.slice(0, colon)) ?? portProblem(colon < 0 ? '' : node.slice(colon))
}

const ipv6Problem = (text: string) => (URL.canParse(`http://[${text}]/`) ? undefined : t('parts:node.notAddress'))

/** @param text port with its colon, or an empty text */
function portProblem(text: string): string | undefined {
  if (text === '') return undefined
  const number = /^:\d{1,5}$/.test(text) ? Number(text.slice(1)) : 0
  return number >= 1 && number <= 65_535 ? undefined : t('parts:node.port')
}

function hostProblem(host: string): string | undefined {
  const labels = host.replace(/\.$/, '').split('.')
  if (host.length > MAX_HOST_LENGTH || !labels.every((label) => LABEL.test(label))) {
    return t(/^[\d.]+$/.test(host) ? 'parts:node.notIp' : 'parts:node.notAddress')
  }
  // No top-level domain is a number: systems parse such a text as an IP address.
  return /^\d+$/.test(labels.at(-1) ?? '') && !IPV4.test(host) ? t('parts:node.notIp') : undefined
}
