/**
 * Methods about the file that an NFT's link names. A page passes a token id, never an address. Defined with
 * rpc/define.ts.
 */
import { RPC_ERROR } from '../errors.ts'
import { defineMethod } from '../rpc/define.ts'
import { p } from '../rpc/param.ts'
import { r } from '../rpc/result.ts'
import { APP_CALL, noSuchChain, textOrNull } from './shapes.ts'

/** Reasons for not showing an NFT's picture. */
const PICTURE_REASONS = [
  'no-token',
  'no-link',
  'not-https',
  'ipfs',
  'private',
  'options',
  'onlynet',
  'dns',
  'unreachable',
  'slow',
  'answer',
  'redirect',
  'size',
  'type',
  'dimensions',
  'busy',
] as const

export type PictureReason = (typeof PICTURE_REASONS)[number]

const { category, flags } = APP_CALL
const chain = p.str('chain', 'id of the chain, as in listchains')
const tokenid = p.str('tokenid', 'the transaction that created the token, in a block')
const TOKEN_EXAMPLE = '11'.repeat(32)

const gettokenpicture = defineMethod({
  name: 'gettokenpicture',
  category,
  consent: 'ask',
  stake: 'reach',
  changesWith: 'never',
  summary: 'Fetches the picture that the link of an NFT leads to.',
  description:
    'Its server learns the address of this computer, or of the proxy that a chain has. PNG, JPEG, WebP and GIF over https, ' +
    'of at most 4 MB and 16 million pixels. What was fetched is kept in memory for a while.',
  params: [chain, tokenid],
  result: r.oneOf(
    'the picture, or why there is none',
    r.object({
      result: r.choice('', 'success'),
      host: r.text('it came from, or that led there'),
      type: r.choice('', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'),
      width: r.int('pixels'),
      height: r.int('pixels'),
      bytes: r.int('its length'),
      picture: r.text('base64'),
    }),
    r.object({
      result: r.choice('', 'error'),
      host: textOrNull('that was asked'),
      reason: r.choice('', ...PICTURE_REASONS),
    }),
  ),
  errors: [noSuchChain],
  examples: [{ params: ['sandbox', TOKEN_EXAMPLE] }],
  flags,
})

const opentokenlink = defineMethod({
  name: 'opentokenlink',
  category,
  consent: 'ask',
  stake: 'reach',
  changesWith: 'never',
  summary: 'Opens the link of an NFT in the system’s browser.',
  params: [chain, tokenid],
  result: r.text('the address'),
  errors: [
    noSuchChain,
    { code: RPC_ERROR.MISC, message: 'This token has no link to a page of the web', when: 'it has none over https' },
  ],
  examples: [{ params: ['sandbox', TOKEN_EXAMPLE] }],
  flags,
})

export const pictureMethods = { gettokenpicture, opentokenlink } as const
