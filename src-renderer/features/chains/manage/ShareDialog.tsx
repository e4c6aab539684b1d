import type { ListedChain } from '#shared/chains/index.ts'
import { t } from '../../../i18n/texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { CommandLines, IdentityFacts } from '../Identity.tsx'
import { SharePanel } from '../SharePanel.tsx'

export function ShareDialog({ chain, onClose }: { readonly chain: ListedChain; onClose(): void }) {
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={t('chains:share.title', { name: visibleString(chain.label, 60) })}
      description={t('chains:share.description')}
    >
      <SharePanel
        chain={chain}
        more={(description) => (
          <>
            <IdentityFacts chain={description} />
            <section className="flex flex-col gap-1.5">
              <h3 className="font-medium">{t('chains:share.commandLine')}</h3>
              <CommandLines chain={description} />
            </section>
          </>
        )}
      />
    </Dialog>
  )
}
