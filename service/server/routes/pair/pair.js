// Pairing: the code from the QR code's address, or typed, for the cookie that everything else asks for. Texts are the page's.

const form = document.getElementById("form");
const field = document.getElementById("code");
const said = document.getElementById("said");

async function pair(code) {
  said.textContent = "";
  try {
    const answer = await fetch("/api/v1/pair", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code }),
    });
    const body = await answer.json();
    if (answer.ok) {
      // Replaced, not left: the address with the code in it stays out of the way back.
      const game = new URLSearchParams(location.search).get("game");
      location.replace(game ? `/?game=${encodeURIComponent(game)}#book` : "/");
      return;
    }
    // Messages of errors are written to stand behind "error:".
    const told = body.error.message;
    said.textContent = `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
  } catch {
    said.textContent = said.dataset.gone;
  }
  field.focus();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  pair(field.value);
});

if (location.protocol === "https:") {
  // Behind a proxy that has the site's own certificate there is none to install.
  fetch("/ca.pem").then((answer) => { document.getElementById("secure").hidden = !answer.ok; }, () => {});
} else document.getElementById("plain").hidden = false;

// What stands after # never travels in a request or in a log; the QR code puts the pairing code there.
const given = decodeURIComponent(location.hash.slice(1));
if (given) {
  field.value = given;
  pair(given);
} else {
  const paired = await fetch("/healthz").then((answer) => answer.ok, () => false);
  document.getElementById("in").hidden = !paired;
  form.hidden = paired;
}
