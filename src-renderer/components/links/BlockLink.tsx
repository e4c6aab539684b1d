import { groupDigits } from '../../ui/format.ts'
import { ChainLink, type ChainLinkProps } from './ChainLink.tsx'

/** Block height, linked to its block. If this node does not have the block yet, the block's page says so. */
export function BlockLink({ height, ...rest }: { readonly height: number } & Omit<ChainLinkProps, 'to' | 'children'>) {
  return (
    <ChainLink to={{ kind: 'block', id: String(height) }} {...rest}>
      {groupDigits(height)}
    </ChainLink>
  )
}
