/** Uses the phone's own fonts and loads nothing. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #eef1f6; --card: #fff; --text: #16202e; --soft: #5a6678;
	--line: #8b96a9; --quote: #f5f7fa; --main: #1456d9; --main-text: #fff; --alert: #b3261e; --good: #15803d }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --card: #171d27; --text: #eaeef5;
	--soft: #9aa7ba; --line: #667489; --quote: #1f2733; --main: #6aa1ff; --main-text: #08152d;
	--alert: #ff9d94; --good: #5fd38d } }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; justify-content: center;
	padding: max(16px, env(safe-area-inset-top)) 16px max(16px, env(safe-area-inset-bottom));
	background: var(--ground); color: var(--text);
	font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans Hebrew", Arial, sans-serif }
main { width: 100%; max-width: 30rem; margin: auto; padding: 24px 20px; border-radius: 20px;
	background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 12px 32px rgb(0 0 0 / .08) }
p, h1, form { margin: 0 }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
.from { margin-bottom: 4px; color: var(--soft); font-size: .9rem; font-weight: 600 }
.text { margin-top: 16px; padding: 14px 16px; border-radius: 14px; background: var(--quote);
	white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: start }
form { margin-top: 20px; display: grid; gap: 12px }
label { font-weight: 600 }
textarea { width: 100%; padding: 12px 14px; border: 1.5px solid var(--line);
	border-radius: 14px; background: transparent; color: inherit; font: inherit; resize: vertical;
	unicode-bidi: plaintext; text-align: start }
.optional { color: var(--soft); font-weight: 400 }
button { min-height: 56px; padding: 12px 20px; border: 1.5px solid var(--line); border-radius: 14px;
	background: transparent; color: inherit; font: inherit; font-size: 1.1rem; font-weight: 650;
	overflow-wrap: anywhere; cursor: pointer; touch-action: manipulation }
button.main { border-color: var(--main); background: var(--main); color: var(--main-text) }
button:active { transform: scale(.985) }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
.alert { margin-top: 16px; color: var(--alert); font-weight: 600 }
.soft { margin-top: 16px; color: var(--soft); overflow-wrap: anywhere }
.mark { display: block; width: 56px; height: 56px; margin-bottom: 16px; color: var(--good) }
`
	.trim()
	.split('\n')
	.map((line) => line.trim())
	.join(' ');
