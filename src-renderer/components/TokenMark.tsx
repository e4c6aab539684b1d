import { Coins, Gem } from 'lucide-react'
import { cn } from '../ui/cn.ts'
import { Identicon } from '../ui/Identicon.tsx'

export interface TokenMarkProps {
  readonly name: string
  readonly nft: boolean
  readonly large?: boolean
  /** Sized like the surrounding text. */
  readonly inText?: boolean
  /** Undefined if the token has no id yet. */
  readonly tokenid?: string | undefined
}

const LETTER = /[\p{L}\p{N}]/u

/**
 * Picture generated from the token id, or the first letter of the name if there is no id. Pictures of NFTs are rotated
 * by 45°.
 */
export function TokenMark({ name, nft, large, inText, tokenid }: TokenMarkProps) {
  if (tokenid !== undefined) {
    return (
      <Identicon
        seed={tokenid}
        className={cn(large ? 'size-10' : inText ? 'size-3.5' : 'size-5', nft && 'scale-75 rotate-45')}
      />
    )
  }
  const letter = Array.from(name).find((character) => LETTER.test(character))
  const Icon = nft ? Gem : Coins
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex shrink-0 items-center justify-center rounded-sm font-semibold',
        nft ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent-text',
        large ? 'size-10 rounded-md text-16' : 'size-5 text-12',
      )}
    >
      {letter && !nft ? letter.toUpperCase() : <Icon className={large ? 'size-5' : 'size-3'} />}
    </span>
  )
}

/** Picture before a token's name within a text. */
export const InlineTokenMark = ({ tokenid }: { readonly tokenid: string }) => (
  <Identicon seed={tokenid} className="mr-1 inline-block size-3.5 align-text-bottom" />
)
