// Colours the verdicts and notes in console blocks as the command does in a terminal.
// A block keeps its text: only words at the beginnings of lines get an element around them.
(function () {
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const words = { PASS: "pass", FAIL: "fail", UNKNOWN: "unknown", ERROR: "error", error: "error", note: "note", help: "note" };
  const line = (text) => {
    if (text.startsWith("$ ")) return `<span class="screen-command">${escape(text)}</span>`;
    const found = /^(\s*)(PASS|FAIL|UNKNOWN|ERROR|error|note|help)\b/.exec(text);
    if (!found) return escape(text);
    const [all, space, word] = found;
    return `${space}<span class="screen-${words[word]}">${word}</span>${escape(text.slice(all.length))}`;
  };
  for (const block of document.querySelectorAll("code.language-console")) {
    block.innerHTML = block.textContent.split("\n").map(line).join("\n");
  }
})();
