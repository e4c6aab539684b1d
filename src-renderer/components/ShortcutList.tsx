import { shortcutGroups } from './shortcuts.ts'

export function ShortcutList() {
  return (
    <div className="columns-2 gap-8 max-[719px]:columns-1">
      {shortcutGroups().map((group) => (
        <section key={group.title} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 font-semibold text-12 text-muted">{group.title}</h3>
          <dl>
            {group.shortcuts.map((shortcut) => (
              <div
                key={shortcut.keys}
                className="flex items-center justify-between gap-4 border-b py-1.5 last:border-b-0"
              >
                <dt className="order-2 flex gap-1">
                  {shortcut.keys.split(' ').map((key) => (
                    <kbd
                      key={key}
                      className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans text-12"
                    >
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd>{shortcut.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
