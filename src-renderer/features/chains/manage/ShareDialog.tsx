import type { ListedChain } from '#shared/chains/index.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { CommandLines, IdentityFacts } from '../Identity.tsx'
import { SharePanel } from '../SharePanel.tsx'

/** What others need to join. */
export function ShareDialog({ chain, onClose }: { readonly chain: ListedChain; onClose(): void }) {
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={`Share ${visibleString(chain.label, 60)}`}
      description="Anyone with this text can join. It has the rules of the chain and no secrets."
    >
      <SharePanel
        chain={chain}
        more={(description) => (
          <>
            <IdentityFacts chain={description} />
            <section className="flex flex-col gap-1.5">
              <h3 className="font-medium">The same without a window</h3>
              <CommandLines chain={description} />
            </section>
          </>
        )}
      />
    </Dialog>
  )
}
