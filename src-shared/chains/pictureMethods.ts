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
const tokenid = p.str('tokenid', 'id of the confirmed transaction that created the token')
const TOKEN_EXAMPLE = '11'.repeat(32)

const gettokenpicture = defineMethod({
  name: 'gettokenpicture',
  category,
  consent: 'ask',
  stake: 'reach',
  changesWith: 'never',
  summary: 'Fetches the picture that the link of an NFT points to.',
  description:
    'The server of the link learns the address of this computer, or of a chain’s proxy. PNG, JPEG, WebP and GIF over https, ' +
    'of at most 4 MB and 16 million pixels. Fetched pictures are kept in memory for a while.',
  params: [chain, tokenid],
  result: r.oneOf(
    'the picture, or the reason for its absence',
    r.object({
      result: r.choice('', 'success'),
      host: r.text('host of the picture, or of the link that redirected to it'),
      type: r.choice('', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'),
      width: r.int('pixels'),
      height: r.int('pixels'),
      bytes: r.int('its length'),
      picture: r.text('base64'),
    }),
    r.object({
      result: r.choice('', 'error'),
      host: textOrNull('host that was contacted'),
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
    { code: RPC_ERROR.MISC, message: 'This token has no link to a web page', when: 'the token has no https link' },
  ],
  examples: [{ params: ['sandbox', TOKEN_EXAMPLE] }],
  flags,
})

export const pictureMethods = { gettokenpicture, opentokenlink } as const
